import { parseArgs } from 'node:util'

import { exitWithError } from './install-deps.mjs'

/**
 * Parses the command line; exits with one sentence if an option is unknown or has no value.
 * @param {Record<string, 'string' | 'boolean'>} types
 */
export function parseOptions(types, { allowPositionals = false } = {}) {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  try {
    return parseArgs({ options, allowPositionals })
  } catch (error) {
    const names = Object.keys(types).map((name) => `--${name}`)
    exitWithError(`${error.message.split(/\. |\n/)[0]}. Options: ${names.join(', ')}.`)
  }
}

/** Exits with one sentence unless the text is a whole number of at least `min`. */
export function parseWholeNumber(option, text, min) {
  if (!/^\d{1,9}$/.test(text) || Number(text) < min)
    exitWithError(`${option} must be a whole number of at least ${min}, not "${text}".`)
  return text
}
