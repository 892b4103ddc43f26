"""Questions about what is in no data: names, addresses, protocols and times that are not there, and nonsense."""

from __future__ import annotations

import json

NOWHERE = (
    "Which interfaces run the protocol ZORBLAX?",
    "What is the address of interface Wobble7/7?",
    "Which device owns 198.18.77.201?",
    "Which device owns 198.18.77.201, and what do the logs say about it?",
    "What do the logs say about 198.18.77.201?",
    "What do the logs say about the host quagmire-9?",
    "Which neighbors use the route-map RM-NEVER-WRITTEN?",
    "What does route-map RM-NEVER-WRITTEN do with prefix 198.18.0.0/24?",
    "Which entry of access list ACL-NEVER-WRITTEN matches 198.18.77.1 tcp port 22 first?",
    "Would prefix-list PL-NEVER-WRITTEN permit 198.18.0.0/24?",
    "What is the description of the interface Quantum0/42?",
    "How many neighbors does the router quagmire-9 have?",
    "Which VLANs are configured on quagmire-9?",
    "What is the remote AS of neighbor 198.18.77.202?",
    "Which users logged in from 198.18.77.203?",
    "How many times did user zaphod.beeblebrox log in?",
    "When did quagmire-9 restart?",
    "Who changed the configuration of quagmire-9?",
    "Which instance has the id 00000000-dead-beef-0000-feedfacecafe?",
    "How long did instance 00000000-dead-beef-0000-feedfacecafe take to build?",
    "What is the status of the request req-00000000-0000-0000-0000-00000000beef?",
    "Which log lines say 'flux capacitor overheated'?",
    "How many lines mention the error FLUXERR-9931?",
    "Which block was replicated to 198.18.77.204?",
    "Which proxy closed its connection to nowhere.invalid?",
    "Which devices have a flux capacitor?",
    "Which interface smells of cinnamon?",
    "What is the horoscope of the first neighbor?",
    "How many dragons live in the access lists?",
    "Is gravity enabled on any interface?",
    "Which prefix-list is the most beautiful?",
    "What does the fox say about the spanning tree of Narnia?",
    "Who painted the firewall green?",
    "qwertz uiop asdfgh?",
    "Which routers run the protocols ZORBLAX or FLIMFLAM?",
    "Which interfaces belong to the VRF VRF-NEVER-WRITTEN?",
    "What is the key of the tunnel to 198.18.77.205?",
    "Which subnet contains 198.18.77.206 on quagmire-9?",
    "Which zone is the interface Wobble7/7 in, and which policy lets its traffic out?",
    "Which servers answered with status 799?",
)
"""Their names, addresses and ids are invented, and in no set that they have been asked of."""
DENIALS = ("none", "no", "not", "cannot", "never", "nothing", "without", "nobody", "absent")


def nowhere_lines() -> list[str]:
    """Write the questions as lines of a file of gold questions."""
    return [
        json.dumps(
            {
                "id": f"no-{number:02d}",
                "dataset": "nowhere",
                "question": question,
                "kind": "negative",
                "answer": "None: it is not in the data.",
                "any_of": [list(DENIALS)],
            }
        )
        for number, question in enumerate(NOWHERE, 1)
    ]


if __name__ == "__main__":
    print("\n".join(nowhere_lines()))
