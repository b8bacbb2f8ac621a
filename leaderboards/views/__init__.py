"""Pages about the day, its boards, the archive and people's statistics."""
