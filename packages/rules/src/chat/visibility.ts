/** Where the chat may be (spec: funding 2): two lists of pages and a switch, set by an operator. */
export type ChatSettings = {
  /** Pages on which it is hidden. */
  readonly chat_hide: readonly string[]
  /** The only pages on which it is shown; empty: all. */
  readonly chat_show: readonly string[]
  readonly chat_disabled: boolean
}

export type ChatContext = {
  /** Name of the page, as in `/show/{page}`. */
  readonly page: string
  /** A mobile session. */
  readonly isMobile: boolean
  /** The mobile app, which has a chat of its own. */
  readonly isApp: boolean
}

/** Whether the chat is shown there. Hiding goes before showing. */
export function isChatShown(settings: ChatSettings, { page, isMobile, isApp }: ChatContext): boolean {
  if (settings.chat_disabled || isMobile || isApp) return false
  if (settings.chat_hide.includes(page)) return false
  return settings.chat_show.length === 0 || settings.chat_show.includes(page)
}
