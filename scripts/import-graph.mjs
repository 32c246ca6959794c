// Reads from the import lines of our own code which file imports which.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const sources = ['apps/*/{src,test}/**/*.{ts,tsx,mjs}', 'packages/*/src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}']
const specifiers = /(?:from|import\()\s*'([^']+)'/g

/** @returns importing files by imported file, both from the repository's root */
export function readImporters(root) {
  const importers = new Map()
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(specifiers)) {
      const imported = resolveImport(root, file, specifier)
      if (imported !== null) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return importers
}

/** @returns the number of imports between the file and each file that reaches it; 0 for the file itself */
export function measureDistances(file, importers) {
  const distances = new Map([[file, 0]])
  for (const [reached, distance] of distances)
    for (const importer of importers.get(reached) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

/**
 * Finds the file of an import.
 * @returns null for other packages than ours
 */
function resolveImport(root, file, specifier) {
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(file), specifier))
  const [, name, path] = /^@tradefront\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? null : `packages/${name}/src/${path}.ts`
}
