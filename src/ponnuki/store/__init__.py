"""What lies on disk: whole writes, locks, one manifest with digests, checks. It knows no game."""

from ponnuki.store.findings import Finding, Findings, look
from ponnuki.store.folder import Folder, StoreError, damage_of
from ponnuki.store.manifest import MANIFEST, Files, digest, digest_of_file, seal, unseal
from ponnuki.store.store import Kind, Store, kind_of

__all__ = [
    "MANIFEST",
    "Files",
    "Finding",
    "Findings",
    "Folder",
    "Kind",
    "Store",
    "StoreError",
    "damage_of",
    "digest",
    "digest_of_file",
    "kind_of",
    "look",
    "seal",
    "unseal",
]
