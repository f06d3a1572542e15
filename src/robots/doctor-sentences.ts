/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const robotsSentences = {
  ros: "ROS 2",
  "ros.none": "no robot is reached by it",
  "ros.missing": "it is not installed, and ros.setup names nothing",
  "ros.no_file": "{file} is not there",
  "ros.fix": "Install ROS 2 and name its setup.bash in ros.setup (docs/ros2.md).",
  "ros.is": "{files} setup file(s) for {robots} robot(s)",
} as const;
