/** Screens of this app behind `/show/{page}`; every other page is the server's. Each brings its area of texts. */
const screens: Readonly<Record<string, readonly (() => Promise<unknown>)[]>> = {}

/** Asks for what a screen needs before it is drawn. */
export async function loadScreen(page: string): Promise<null> {
  await Promise.all((screens[page] ?? []).map((load) => load()))
  return null
}
