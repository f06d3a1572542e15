/** The way to a new camera. */
export const addCamera = {
  title: "Add a camera",
  found: "Found on the network",
  searching: "Searching …",
  searchAgain: "Search again",
  noneFound: "No camera answered. Cameras of other networks are tried by their address.",
  watched: "already watched as {names}",
  choose: "Choose",
  try: "Try a camera",
  address: "Address",
  addressHint: "The camera's RTSP address, or only its name or IP address: then ONVIF is asked.",
  username: "User name",
  password: "Password",
  tryButton: "Try it",
  trying: "The camera is being watched for some seconds …",
  unreachable: "Nothing answers at this address. Check the cable, the address and the network.",
  needsPassword: "The camera wants a user name and password.",
  wrongPassword: "The camera refuses this user name or password.",
  unusable: "The camera answers, but sends no pictures that can be watched.",
  result: "What the camera sends",
  maker: "Make",
  codec: "Coding",
  size: "Size",
  rate: "Pictures a second",
  keyFrames: "Key frames",
  everySec: "every {seconds} s",
  advice: "Advice",
  nameHint: "Letters, digits, dot and hyphen; it does not change later.",
  useSub: "Look at the smaller stream, record the large one",
  addButton: "Add this camera",
  advices: {
    codec_not_in_browsers:
      "The camera sends {codec}, which browsers do not play live. Set it to H.264; detection works as it is.",
    gop_long:
      "Key frames come only every {seconds} s: pictures start that late. Set the interval to 1 to 2 s and switch off “smart” codecs.",
    gop_unknown: "No second key frame came in {seconds} s. Set the key frame interval to 1 to 2 s.",
    b_frames: "The camera sends B-frames, which delay the live view. Switch them off.",
    slow_start: "The first picture took {seconds} s. A shorter key frame interval helps.",
    clock_off:
      "The camera's clock is {seconds} s off. Let camera and box take the time from the same server (NTP).",
    clock_unknown: "The camera did not tell its time.",
    no_sub_stream:
      "The camera offers no smaller H.264 stream. One of about 640×360 saves most of the box's work.",
    sub_stream:
      "The camera also sends {width}×{height} in H.264: less work for the box where that is enough.",
    onvif_unavailable:
      "The camera tells nothing about itself by ONVIF. Its stream works without, given the RTSP address.",
  },
};
