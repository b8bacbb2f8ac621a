"""`{% overview as numbers %}`: see `leaderboards.overview`."""

from django import template

from leaderboards.overview import overview

register = template.Library()
register.simple_tag(overview)
