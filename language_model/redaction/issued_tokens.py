"""Tokens that begin, or stand, as their issuers document it: a table, one row for each kind of token."""

from __future__ import annotations

import re
from typing import NamedTuple


class IssuedToken(NamedTuple):
    """A kind of token. `pattern` finds it; where that has a group, the group is the secret, else all of it is.

    One of `signs` (small letters, spaces between them) stands in each line with such a token. `follows` is a pattern of
    what comes right behind the sign, in small letters too, so that a line with a sign alone is not read in full.
    """

    signs: str
    follows: str
    pattern: str


_HEX = r"[0-9a-f]{32}"
ISSUED = (
    # chats: Slack, Discord, Telegram, Microsoft Teams
    IssuedToken(
        "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs-",
        r"[\w-]{8}",
        r"xox[a-z](?:\.xox[a-z])?-[\w-]{10,}",
    ),
    IssuedToken("xapp-", r"\d-[\w-]{10}", r"xapp-\d-[\w-]{10,}"),
    IssuedToken(
        "hooks.slack",
        r"[\w.-]{4,8}/",
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([\w/-]{20,})",
    ),
    IssuedToken("/api/webhooks/", r"\d{15}", r"/api/webhooks/\d{15,22}/([\w-]{40,})"),
    IssuedToken(":aa", r"[\w-]{30}", r"(?:bot)?\d{8,10}:AA[\w-]{30,}"),
    IssuedToken("/incomingwebhook/", _HEX, r"/IncomingWebhook/([0-9a-f]{32}/[0-9a-f-]{36})"),
    # clouds: Azure, Google, DigitalOcean, Heroku, Databricks, Tailscale
    IssuedToken("?sig= &sig= ;sig=", r"[\w%+/-]{40}", r"[?&;]sig=([\w%+/-]{40,}=?)"),
    IssuedToken("aiza", r"[\w-]{30}", r"AIza[\w-]{30,}"),
    IssuedToken("ya29.", r"[\w-]{20}", r"ya29\.[\w-]{20,}"),
    IssuedToken("gocspx-", r"[\w-]{20}", r"GOCSPX-[\w-]{20,}"),
    IssuedToken("doo_v1_ dop_v1_ dor_v1_", r"[0-9a-f]{64}", r"do[opr]_v1_[0-9a-f]{64}"),
    IssuedToken("hrku-", r"[\w-]{30}", r"HRKU-[\w-]{30,}"),
    IssuedToken("dapi", _HEX, rf"dapi{_HEX}(?:-\d)?(?!\w)"),
    IssuedToken("tskey-", r"[\w-]{20}", r"tskey-[\w-]{20,}"),
    # code and its delivery: GitHub, GitLab, npm, PyPI, Docker, HashiCorp, Atlassian
    IssuedToken("gho_ ghp_ ghr_ ghs_ ghu_", r"\w{30}", r"gh[a-z]_\w{30,}"),
    IssuedToken("github_pat_", r"\w{30}", r"github_pat_\w{30,}"),
    IssuedToken(
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-",
        r"[\w-]{16}",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w-]{16,}",
    ),
    IssuedToken("npm_", r"\w{30}", r"npm_\w{30,}"),
    IssuedToken("pypi-age", r"[\w-]{30}", r"pypi-AgE[\w-]{30,}"),
    IssuedToken("dckr_pat_", r"[\w-]{20}", r"dckr_pat_[\w-]{20,}"),
    IssuedToken("hvb. hvr. hvs.", r"[\w-]{20}", r"hv[brs]\.[\w-]{20,}"),
    IssuedToken(".atlasv1.", r"[\w-]{30}", r"\w{14}\.atlasv1\.[\w-]{30,}"),
    IssuedToken("atatt3", r"[\w-]{30}", r"ATATT3[\w=-]{30,}"),
    # mail and telephones: SendGrid, Mailgun, Twilio
    IssuedToken("sg.", r"[\w-]{16,40}\.", r"SG\.[\w-]{16,40}\.[\w-]{16,}"),
    IssuedToken("key-", _HEX, rf"key-{_HEX}(?!\w)"),
    IssuedToken(" ".join(f"sk{digit}" for digit in "0123456789abcdef"), r"[0-9a-f]{31}", rf"SK{_HEX}(?!\w)"),
    # shops: Stripe, Shopify
    IssuedToken("rk_live_ rk_test_ sk_live_ sk_test_", r"\w{16}", r"[rs]k_(?:live|test)_\w{16,}"),
    IssuedToken("whsec_", r"[\w+/]{24}", r"whsec_[\w+/]{24,}=?"),
    IssuedToken("shpat_ shpca_ shppa_ shpss_ shpua_", _HEX, rf"shp(?:at|ca|pa|ss|ua)_{_HEX}(?!\w)"),
    # monitoring: Grafana, New Relic
    IssuedToken("glsa_ glc_", r"\w{30}", r"gl(?:sa|c)_\w{30,}"),
    IssuedToken("nrak-", r"\w{20}", r"NRAK-\w{20,}"),
    # keys of age; the hashes in a dump of Windows accounts, NAME:RID:LM:NT:::
    IssuedToken("age-secret-key-1", r"[0-9a-z]{30}", r"AGE-SECRET-KEY-1([0-9A-Z]{30,})"),
    IssuedToken(":::", "", r"(?<=\d):((?:[0-9A-Fa-f]{32}|NO PASSWORD\*+|\*+):[0-9A-Fa-f]{32}):::"),
)


def token_hints() -> dict[str, str]:
    """Return for each sign the pattern that it and what follows it match in small letters."""
    return {sign: re.escape(sign) + row.follows for row in ISSUED for sign in row.signs.split()}


def token_shapes() -> list[tuple[str, re.Pattern[str], int, bool]]:
    """Return for each sign the pattern of its tokens, and the pattern's group that is the secret."""
    shapes = []
    for row in ISSUED:
        bounded = rf"(?<![\w-])(?:{row.pattern})" if row.pattern[0].isalnum() else row.pattern
        pattern = re.compile(bounded)
        shapes += [(sign, pattern, min(pattern.groups, 1), False) for sign in row.signs.split()]
    return shapes
