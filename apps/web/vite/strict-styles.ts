import type { Plugin } from 'vite'

const injectorCode = 'function __insertCSS(code) {'

/**
 * Keeps `<style>` elements out, which the CSP forbids: sonner writes one on import. We import its rules as a file instead
 * (`ui/feedback/toaster.tsx`). Fails the build if a new sonner writes it differently.
 */
export function strictStyles(): Plugin {
  return {
    name: 'strict-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        if (!code.includes(injectorCode))
          this.error('sonner no longer inserts its styles the way strict-styles expects')
        return { code: code.replace(injectorCode, `${injectorCode} return;`), map: null }
      },
    },
  }
}
