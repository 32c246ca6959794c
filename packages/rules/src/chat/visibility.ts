/** spec: funding 2 */
export type ChatSettings = {
  /** Pages on which it is hidden. */
  readonly chat_hide: readonly string[]
  /** Empty means all pages. */
  readonly chat_show: readonly string[]
  readonly chat_disabled: boolean
}

export type ChatContext = {
  /** Name of the page, as in `/show/{page}`. */
  readonly page: string
  /** Whether this is a mobile session. */
  readonly isMobile: boolean
  /** The mobile app has its own chat. */
  readonly isApp: boolean
}

/** `chat_hide` wins over `chat_show`. */
export function isChatShown(settings: ChatSettings, { page, isMobile, isApp }: ChatContext): boolean {
  if (settings.chat_disabled || isMobile || isApp) return false
  if (settings.chat_hide.includes(page)) return false
  return settings.chat_show.length === 0 || settings.chat_show.includes(page)
}
