"""Tokens that begin, or stand, as their issuers document it: a table, one row for each kind of token."""

from __future__ import annotations

import re

ISSUED = r"""
# chats: Slack, Discord, Telegram, Microsoft Teams
xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs-  [\w-]{8}  xox[a-z](?:\.xox[a-z])?-[\w-]{10,}
xapp-  \d-[\w-]{10}  xapp-\d-[\w-]{10,}
hooks.slack  [\w.-]{4,8}/  hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([\w/-]{20,})
/services/t  \w++/b  /services/T\w++/B\w++/(\w{8,})
/api/webhooks/  \d{15}  /api/webhooks/\d{15,22}/([\w-]{40,})
:aa  [\w-]{30}  (?:bot)?\d{8,10}:AA[\w-]{30,}
/webhookb2/  [0-9a-f]{8}  /webhookb2/([0-9a-f]{8}[\w@/-]{8,})
/incomingwebhook/  HEX32  /IncomingWebhook/(HEX32/[0-9a-f-]{36})
# clouds: Azure, Google, DigitalOcean, Heroku, Databricks, Tailscale
?sig= &sig= ;sig=  [\w%+/-]{40}  [?&;]sig=([\w%+/-]{40,}=?)
aiza  [\w-]{30}  AIza[\w-]{30,}
ya29.  [\w-]{20}  ya29\.[\w-]{20,}
gocspx-  [\w-]{20}  GOCSPX-[\w-]{20,}
doo_v1_ dop_v1_ dor_v1_  [0-9a-f]{64}  do[opr]_v1_[0-9a-f]{64}
hrku-  [\w-]{30}  HRKU-[\w-]{30,}
dapi  HEX32  dapiHEX32(?:-\d)?(?!\w)
tskey-  [\w-]{20}  tskey-[\w-]{20,}
# code and its delivery: GitHub, GitLab, npm, PyPI, Docker, HashiCorp, Atlassian
gho_ ghp_ ghr_ ghs_ ghu_  \w{30}  gh[a-z]_\w{30,}
github_pat_  \w{30}  github_pat_\w{30,}
glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-  [\w-]{16}  gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w-]{16,}
npm_  \w{30}  npm_\w{30,}
pypi-age  [\w-]{30}  pypi-AgE[\w-]{30,}
dckr_pat_  [\w-]{20}  dckr_pat_[\w-]{20,}
hvb. hvr. hvs.  [\w-]{20}  hv[brs]\.[\w-]{20,}
.atlasv1.  [\w-]{30}  \w{14}\.atlasv1\.[\w-]{30,}
atatt3  [\w-]{30}  ATATT3[\w=-]{30,}
# mail and telephones: SendGrid, Mailgun, Twilio
sg.  [\w-]{16,40}\.  SG\.[\w-]{16,40}\.[\w-]{16,}
key-  HEX32  key-HEX32(?!\w)
sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf  [0-9a-f]{31}  SKHEX32(?!\w)
# shops: Stripe, Shopify
rk_live_ rk_test_ sk_live_ sk_test_  \w{16}  [rs]k_(?:live|test)_\w{16,}
whsec_  [\w+/]{24}  whsec_[\w+/]{24,}=?
shpat_ shpca_ shppa_ shpss_ shpua_  HEX32  shp(?:at|ca|pa|ss|ua)_HEX32(?!\w)
# monitoring: Grafana, New Relic
glsa_ glc_  \w{30}  gl(?:sa|c)_\w{30,}
nrak-  \w{20}  NRAK-\w{20,}
# keys of age; the hashes in a dump of Windows accounts, NAME:RID:LM:NT:::
age-secret-key-1  [0-9a-z]{30}  AGE-SECRET-KEY-1([0-9A-Z]{30,})
:::  -  (?<=\d):((?:[0-9A-Fa-f]{32}|NO PASSWORD\*+|\*+):[0-9A-Fa-f]{32}):::
"""  # noqa: E501
"""Signs in small letters, what follows a sign in small letters (so that a line with a sign alone is not read in full;
`-` for anything), and the token: its group is the secret, else all of it is. HEX32 stands for 32 hexadecimal digits.
"""


def _rows() -> list[tuple[list[str], str, str]]:
    rows = [
        row.split("  ") for row in ISSUED.replace("HEX32", "[0-9a-f]{32}").splitlines() if row[:1] not in "#"
    ]
    return [(signs.split(), follows.removeprefix("-"), pattern) for signs, follows, pattern in rows]


def token_hints() -> dict[str, str]:
    """Return for each sign the pattern that it and what follows it match in small letters."""
    return {sign: re.escape(sign) + follows for signs, follows, _ in _rows() for sign in signs}


def token_shapes() -> list[tuple[str, re.Pattern[str], int, bool]]:
    """Return for each sign the pattern of its tokens, and the pattern's group that is the secret."""
    shapes = []
    for signs, _, pattern in _rows():
        found = re.compile(rf"(?<![\w-])(?:{pattern})" if pattern[0].isalnum() else pattern)
        shapes += [(sign, found, min(found.groups, 1), False) for sign in signs]
    return shapes
