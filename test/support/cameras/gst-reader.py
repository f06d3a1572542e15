"""Reads frames from an RTSP address with GStreamer's rtspsrc and decodes them: argv is URL, protocol, frames."""
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

Gst.init(None)
url, protocols, frames = sys.argv[1], sys.argv[2], int(sys.argv[3])
pipeline = Gst.parse_launch(
    f'rtspsrc location="{url}" protocols={protocols} latency=0'
    f" ! rtph264depay ! h264parse ! openh264dec ! identity eos-after={frames} ! fakesink name=sink"
)
pipeline.set_state(Gst.State.PLAYING)
kinds = Gst.MessageType.EOS | Gst.MessageType.ERROR
message = pipeline.get_bus().timed_pop_filtered(60 * Gst.SECOND, kinds)
size = pipeline.get_by_name("sink").get_static_pad("sink").get_current_caps()
pipeline.set_state(Gst.State.NULL)
if message is None or message.type == Gst.MessageType.ERROR:
    sys.exit(f"no end: {message and message.parse_error()}")
shape = size.get_structure(0)
print(f"{shape.get_value('width')}x{shape.get_value('height')}")
