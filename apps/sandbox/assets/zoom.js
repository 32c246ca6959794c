/*
 * ZOOM's remote script. It gives the page this function:
 *
 *   window.ZoomTokenizer.tokenize(form: HTMLFormElement, key: string): Promise<{ token: string }>
 *
 * `form` is the hidden form; its inputs are named as the session says (`cnu`, `cvv`, `exp` of /api/zoom's reply), with the
 * card number (spaces allowed), the security code and the expiry as MM/YY or MM/YYYY. `key` is the session's key. The
 * promise rejects with an Error whose `code` is `number`, `expiry`, `code`, `session` or `network`. Nothing is kept.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin

  const fail = (code) => Object.assign(new Error(`ZOOM: ${code}`), { code })

  const tokenize = async (form, key) => {
    const fields = {}
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value
    let response
    try {
      response = await fetch(`${origin}/zoom/tokenize/${encodeURIComponent(key)}`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fields }),
      })
    } catch {
      throw fail('network')
    }
    const reply = await response.json().catch(() => ({}))
    if (response.ok && typeof reply.token === 'string') return { token: reply.token }
    throw fail(response.status === 404 ? 'session' : response.status === 422 ? String(reply.error) : 'network')
  }

  window.ZoomTokenizer = Object.freeze({ tokenize })
})()
