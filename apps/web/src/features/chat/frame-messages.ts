import * as z from 'zod/mini'

const frameMessageSchema = z.discriminatedUnion('type', [
  /** `ready`: the page is listening. */
  z.object({ chat: z.literal(true), type: z.literal('ready') }),
  z.object({ chat: z.literal(true), type: z.literal('opened'), conversation: z.string().check(z.maxLength(100)) }),
  /** `token`: the token has expired. */
  z.object({ chat: z.literal(true), type: z.literal('token') }),
  z.object({
    chat: z.literal(true),
    type: z.literal('unread'),
    count: z.int().check(z.nonnegative(), z.lte(10_000)),
  }),
  z.object({ chat: z.literal(true), type: z.literal('close') }),
])
export type MessageFromFrame = z.infer<typeof frameMessageSchema>

type ReceivedMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>

/** Reads a message of the frame. Returns null unless it comes from the frame's window and the vendor's origin. */
export function parseFrameMessage(event: ReceivedMessage, frame: unknown, url: string): MessageFromFrame | null {
  if (frame === null || frame === undefined || event.source !== frame || event.origin !== new URL(url).origin)
    return null
  const parsed = frameMessageSchema.safeParse(event.data)
  return parsed.success ? parsed.data : null
}

export type MessageToFrame =
  | { readonly type: 'hello'; readonly token: string | null; readonly locale: string; readonly theme: string }
  | { readonly type: 'look'; readonly locale: string; readonly theme: string }
  | { readonly type: 'shown' | 'hidden' }

/** Sends a message only to the vendor's origin: another page could have replaced it. */
export function postToFrame(frame: Window | null | undefined, url: string, message: MessageToFrame): void {
  frame?.postMessage({ chat: true, ...message }, new URL(url).origin)
}

/** Builds the address. It includes language and theme, so that nothing flashes. */
export function buildFrameUrl(url: string, locale: string, theme: string): string {
  const address = new URL(url)
  address.searchParams.set('lang', locale)
  address.searchParams.set('theme', theme)
  return address.href
}
