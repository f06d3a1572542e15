/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const robotsSentences = {
  doors: "Doors and lifts",
  "doors.none": "none are set up",
  "doors.mqtt": "speaks through the broker {broker}",
  "doors.fix":
    "Check the power of the door, and its address in doors; its network must be in robot_networks (docs/robots/doors.md).",
  ros: "ROS 2",
  "ros.none": "no robot uses it",
  "ros.missing": "not installed, and ros.setup is empty",
  "ros.no_file": "{file} does not exist",
  "ros.fix": "Install ROS 2 and name its setup.bash in ros.setup (docs/robots/ros2.md).",
  "ros.is": "{files} setup file(s) for {robots} robot(s)",
} as const;
