import type { Plugin } from 'vite'

const injectorCode = 'function __insertCSS(code) {'

/**
 * The page's Content-Security-Policy allows style sheets of our own origin and no `<style>` elements. sonner writes one
 * when it is imported; its rules are imported as a file instead (`ui/feedback/toaster.tsx`), and the writer is made to do nothing.
 * Fails the build when a new version of sonner does it another way.
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
