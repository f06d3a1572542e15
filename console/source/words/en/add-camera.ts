/** The way to a new camera. */
export const addCamera = {
  title: "Add a camera",
  found: "Found on the network",
  searching: "Searching …",
  searchAgain: "Search again",
  noneFound: "No camera answered. Add cameras of other networks by address.",
  watched: "already added as {names}",
  choose: "Choose",
  try: "Add by address",
  address: "Address",
  addressHint: "RTSP address, or host name or IP address (uses ONVIF).",
  username: "User name",
  password: "Password",
  tryButton: "Test connection",
  trying: "Testing the camera for some seconds …",
  unreachable: "No answer at this address. Check the cable, the address and the network.",
  needsPassword: "The camera needs a user name and password.",
  wrongPassword: "Wrong user name or password.",
  unusable: "The camera answers but sends no usable video.",
  result: "Stream details",
  maker: "Manufacturer",
  codec: "Codec",
  size: "Resolution",
  rate: "fps",
  keyFrames: "Key frames",
  everySec: "every {seconds} s",
  advice: "Advice",
  nameHint: "Letters, digits, dot and hyphen. You cannot change it later.",
  useSub: "Analyse the sub-stream, record the main stream",
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
      "The camera's clock is {seconds} s off. Set camera and box to the same time server (NTP).",
    clock_unknown: "The camera reports no time.",
    no_sub_stream:
      "The camera offers no smaller H.264 stream. One of about 640×360 saves most of the box's work.",
    sub_stream:
      "The camera also sends {width}×{height} in H.264: less work for the box where that is enough.",
    onvif_unavailable: "ONVIF not available. With the RTSP address the stream works without it.",
  },
};
