/** JSON-RPC to a node of a test. */
export function createRpcCaller(url: string, authorization?: string) {
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
    if (error != null) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
}
