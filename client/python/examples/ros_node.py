"""ROS 2 node: publishes the site's incidents on /gatehouse/incidents as JSON (std_msgs/String), and stops a robot of
the box when somebody publishes on /gatehouse/stop (std_msgs/Empty). Run it where rclpy is installed:

    GATEHOUSE_URL=… GATEHOUSE_KEY=svk_… python3 ros_node.py --ros-args -p robot_id:=rover -p min_severity:=warning
"""

import json
import os
import threading

import rclpy
from rclpy.node import Node
from std_msgs.msg import Empty, String

from gatehouse import Gatehouse, GatehouseError


class Bridge(Node):
    def __init__(self) -> None:
        super().__init__("gatehouse")
        self.box = Gatehouse(os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"])
        self.declare_parameter("robot_id", "")
        self.declare_parameter("min_severity", "info")
        self.incidents = self.create_publisher(String, "/gatehouse/incidents", 10)
        self.create_subscription(Empty, "/gatehouse/stop", self.stop, 1)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self) -> None:
        """Goes on after every break of the connection; ends only when the key does."""
        severity = self.get_parameter("min_severity").value
        try:
            for event in self.box.surveillance.follow_surveillance_events(min_severity=severity):
                if event.type.startswith("incident."):
                    self.incidents.publish(String(data=json.dumps({"type": event.type, **event.data})))
        except GatehouseError as error:
            self.get_logger().fatal(f"no more incidents: {error}")

    def stop(self, _message: Empty) -> None:
        robot_id = self.get_parameter("robot_id").value
        try:
            self.box.robots.stop_robot(robot_id, {"reason": "ROS"})
            self.get_logger().warning(f"stopped {robot_id}")
        except GatehouseError as error:
            self.get_logger().error(f"could not stop {robot_id}: {error}")


def main() -> None:
    rclpy.init()
    node = Bridge()
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
