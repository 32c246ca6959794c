import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

import type { CodeEdit } from './code-mutant.ts'
import { editSource, mutableFolders, rootUrl } from './edit-source.ts'

const root = rootUrl.href
/** Modules in these folders are loaded again for each mutant; all others are shared. The simulations' import those that change. */
const reloaded = [...mutableFolders, 'apps/server/test/'].map((folder) => root + folder)
const parameter = 'mutant'

/** Lets `importMutated` change modules while they are loaded. */
export function createMutantLoader() {
  const editsByName = new Map<string, readonly CodeEdit[]>()
  const applied = new Set<CodeEdit>()

  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const name = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get(parameter)
      if (name === null || !reloaded.some((folder) => resolved.url.startsWith(folder))) return resolved
      return { ...resolved, url: addParameter(resolved.url, name) }
    },
    load(url, context, nextLoad) {
      const name = url.startsWith('file:') ? new URL(url).searchParams.get(parameter) : null
      const loaded = nextLoad(url, context)
      if (name === null || loaded.source === undefined || loaded.source === null) return loaded
      const file = fileURLToPath(url.split('?')[0] ?? url)
      let source = Buffer.from(loaded.source as Uint8Array).toString()
      for (const edit of editsByName.get(name) ?? []) {
        const edited = editSource(file, source, edit)
        if (edited === null) continue
        source = edited
        applied.add(edit)
      }
      return { ...loaded, source }
    },
  })

  return {
    /** @throws if an edit does not fit the code @param path below the repository's root */
    async importMutated(name: string, edits: readonly CodeEdit[], path: string): Promise<unknown> {
      editsByName.set(name, edits)
      const module: unknown = await import(addParameter(root + path, name))
      const [missing] = edits.filter((edit) => !applied.has(edit))
      if (missing !== undefined) throw new Error(`${missing.file} has no text ${JSON.stringify(missing.find)}`)
      return module
    },
  }
}

function addParameter(url: string, name: string): string {
  return `${url}?${parameter}=${encodeURIComponent(name)}`
}
