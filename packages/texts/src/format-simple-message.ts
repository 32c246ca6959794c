import type { MessageParams } from './format-message.ts'

/** Whether a message needs the ICU formatter: plurals, numbers, dates, quoted braces. */
export function isComplexMessage(message: string): boolean {
  return /\{[^{}]*,|'/.test(message)
}

/** Fills in `{name}` placeholders as the ICU formatter does, without its code. Throws for a placeholder without a value. */
export function formatSimpleMessage(message: string, params?: MessageParams): string {
  return message.replaceAll(/\{\s*(\w+)\s*\}/g, (_all, name: string) => {
    const value = params?.[name]
    if (value === undefined) throw new Error(`No value for the placeholder {${name}}`)
    return String(value)
  })
}
