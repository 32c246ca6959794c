const retryMs = 2000

/** Loads code that the page can wait for: without a connection it retries until there is one. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}
