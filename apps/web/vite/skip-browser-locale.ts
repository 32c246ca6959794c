import type { Plugin } from 'vite'

const check = /try\s*\{\s*Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\);\s*\}\s*catch\s*\{[^}]*\}/

/**
 * Keeps React Aria from checking the language of the browser when its file is loaded: that takes a slow phone 100 ms. The page passes it the
 * language of its texts.
 */
export function skipBrowserLocale(): Plugin {
  return {
    name: 'skip-browser-locale',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-aria[\\/].*[\\/]i18n[\\/]useDefaultLocale\.mjs$/ },
      handler: (code) => {
        if (!check.test(code)) throw new Error('React Aria checks the language of the browser in another way')
        return { code: code.replace(check, ''), map: null }
      },
    },
  }
}
