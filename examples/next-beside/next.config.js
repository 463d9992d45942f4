/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The folder above has a lock file too, and is no part of this program.
  turbopack: { root: import.meta.dirname },
};
