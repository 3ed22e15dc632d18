"""Publishes a Markdown file and waits until its page is public and found by search. Needs requests.

  IMPRIMATUR_KEY=imp_… python3 examples/python/publish.py en hello "Hello" document.md

The idempotency keys are computed from the content of the requests. So a second run with the same arguments and an
unchanged file writes nothing.
"""
import hashlib, json, os, sys, time
import requests

URL = os.environ.get("IMPRIMATUR_URL", "http://localhost:3000") + "/api/v1/publications"
HEADERS = {"Authorization": "Bearer " + os.environ["IMPRIMATUR_KEY"], "Prefer": "wait=30"}


def post(url, body):
    """Sends a write, and repeats it if it can succeed later. The service carries out one write per key."""
    key = hashlib.sha256((url + json.dumps(body)).encode()).hexdigest()
    deadline = time.monotonic() + 60
    for attempt in range(100):
        pause = min(5, 0.2 * 2**attempt)
        try:
            answer = requests.post(url, json=body, headers=HEADERS | {"Idempotency-Key": key}, timeout=45)
            if answer.ok:
                return answer.json()
            problem = answer.json()
            if not problem["retryable"]:
                sys.exit(f"{problem['code']}: {problem['detail']} {problem['nextStep']}")
            pause = max(pause, float(answer.headers.get("Retry-After", 0)))
        except (requests.ConnectionError, requests.Timeout):
            pass  # The write may have been carried out. A retry with the same key is safe.
        if time.monotonic() + pause > deadline:
            sys.exit("The service did not answer in time; run the same command again.")
        time.sleep(pause)


locale, slug, title, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    created = post(URL, {"locale": locale, "slug": slug, "title": title, "content": file.read()})
page = post(f"{URL}/{created['id']}/publish", {"expectedVersion": created["version"]})
print(f"{page['url']} is {page['state']}; search: {page['indexStatus']}")
