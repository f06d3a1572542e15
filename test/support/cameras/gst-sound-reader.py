"""Reads both tracks of an RTSP address with GStreamer's rtspsrc: argv is URL and frames of each. Prints what came."""
import json
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

Gst.init(None)
url, frames = sys.argv[1], int(sys.argv[2])
pipeline = Gst.parse_launch(
    f'rtspsrc location="{url}" protocols=tcp latency=200 name=in'
    " in. ! queue ! rtph264depay ! h264parse ! openh264dec ! identity name=video ! fakesink"
    " in. ! queue ! rtpmp4gdepay ! aacparse ! audio/mpeg,rate=16000,stream-format=raw ! identity name=sound ! fakesink"
)
seen = {"frames": 0, "sounds": 0}


def probe(element, name):
    def on_buffer(_pad, _info):
        seen[name] += 1
        return Gst.PadProbeReturn.OK

    pad = pipeline.get_by_name(element).get_static_pad("sink")
    pad.add_probe(Gst.PadProbeType.BUFFER, on_buffer)


probe("video", "frames")
probe("sound", "sounds")
pipeline.set_state(Gst.State.PLAYING)
deadline = Gst.util_get_timestamp() + 60 * Gst.SECOND
while Gst.util_get_timestamp() < deadline and min(seen.values()) < frames:
    message = pipeline.get_bus().timed_pop_filtered(100 * Gst.MSECOND, Gst.MessageType.ERROR)
    if message:
        sys.exit(f"error: {message.parse_error()}")
pipeline.set_state(Gst.State.NULL)
print(json.dumps(seen))
