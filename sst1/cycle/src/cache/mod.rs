//! The read caches.
