"""The application that daphne serves: pages over HTTP, tables over websockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 (the apps must be loaded first)
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402

from games.routing import websocket_urlpatterns as tables  # noqa: E402
from leaderboards.routing import websocket_urlpatterns as boards  # noqa: E402
from solitaire.lifespan import lifespan  # noqa: E402

application = ProtocolTypeRouter(
    {
        "lifespan": lifespan,
        "http": pages,
        # Who is behind a socket is read from its cookies with its first frame, and again whenever it says hello.
        "websocket": AllowedHostsOriginValidator(
            CookieMiddleware(URLRouter([*tables, *boards]))  # type: ignore[list-item]
        ),
    }
)
