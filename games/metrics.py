"""What an operator can see of the tables, for Prometheus. No label names a game or a person."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

commit_seconds = Histogram(
    "solitaire_commit_seconds", "From taking a batch of commands to its commit.", buckets=_SECONDS
)
batch_commands = Histogram(
    "solitaire_batch_commands", "Commands stored in one transaction.", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)
ack_seconds = Histogram("solitaire_ack_seconds", "From a command's frame to its answer.", buckets=_SECONDS)
seen_seconds = Histogram(
    "solitaire_seen_seconds", "From a command's frame to the event at the sockets of this process.", buckets=_SECONDS
)
answers = Counter("solitaire_answers", "Answers to commands.", ["kind"])
waiting = Gauge("solitaire_waiting_commands", "Commands that wait for the writer.")
sockets = Gauge("solitaire_sockets", "Open sockets.")
tables = Gauge("solitaire_tables", "Tables with a socket in this process.")
resyncs = Counter("solitaire_resyncs", "Snapshots or catch-ups because something was missed.", ["why"])
closes = Counter("solitaire_closes", "Sockets closed by the server.", ["code"])
frames_refused = Counter("solitaire_frames_refused", "Frames that could not be used.", ["reason"])
layer_failures = Counter("solitaire_layer_failures", "Operations on the channel layer that failed.")
board_updates = Counter("solitaire_board_updates", "Messages to pages that look at a day's board.")
