"""An RTSP camera on loopback whose picture is an RTP stream that comes in by UDP.

Prints one line of JSON with the RTSP port. Arguments: the UDP port to listen on.
"""

import json
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
factory = GstRtspServer.RTSPMediaFactory()
factory.set_shared(True)
factory.set_latency(0)
factory.set_launch(
    f"( udpsrc address=127.0.0.1 port={sys.argv[1]} "
    "caps=application/x-rtp,media=video,clock-rate=90000,encoding-name=H264,payload=96 "
    "! rtph264depay ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96 )"
)
server.get_mount_points().add_factory("/live", factory)
server.attach(None)
print(json.dumps({"port": server.get_bound_port()}), flush=True)
GLib.MainLoop().run()
