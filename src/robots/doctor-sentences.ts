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
  robot_recordings: "Recordings of robots",
  "robot_recordings.all": "none lacks anything",
  "robot_recordings.failed": "the newest recording could not be written: {reason}",
  "robot_recordings.failed_fix":
    "Free space on the disk, or do what the reason says. Recordings are written again after the next incident (docs/robots/robot-recordings.md).",
  "robot_recordings.short": "the box remembers too little of the robot for one incident: {reason}",
  "robot_recordings.short_fix":
    "Lower pictures_per_second or before_seconds in recording, or let the scanner send fewer points (docs/robots/robot-recordings.md).",
  "robot_recordings.no_pose":
    "the robot is connected and has sent no pose, so its recordings do not show where it was",
  "robot_recordings.no_pose_fix":
    "Localise the robot, and check the topics of its pose (docs/robots/robots.md).",
} as const;
