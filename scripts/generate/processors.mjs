import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { header, listFolders, load } from './common.mjs'

/** Describes the processors. A folder with a `processor.ts` is a processor or several variants of one. */
export async function describeProcessors(root) {
  const source = join(root, 'packages/processors/src')
  const { defaultCascade } = await load(root, 'packages/rules/src/cards/usual-cascades.ts')
  const found = []
  for (const folder of listFolders(source).filter((name) => existsSync(join(source, name, 'processor.ts')))) {
    const exportsByKind = await Promise.all(
      ['processor', 'simulator', 'test-data'].map((file) => load(root, `packages/processors/src/${folder}/${file}.ts`)),
    )
    const [processors, simulators, testData] = exportsByKind.map((module) =>
      Object.entries(module).filter(([, value]) => typeof value?.name === 'string'),
    )
    for (const [variable, value] of processors) {
      const variableFor = (entries, file) => {
        const entry = entries.find(([, { name }]) => name === value.name)
        if (entry === undefined) throw new Error(`${folder}/${file}.ts exports nothing for ${value.name}.`)
        return entry[0]
      }
      found.push({
        folder,
        processor: variable,
        name: value.name,
        kind: value.kind,
        slug: value.upstream.slug,
        returnParameter: value.returnParameter,
        simulator: variableFor(simulators, 'simulator'),
        scriptNames: simulators.find(([, { name }]) => name === value.name)[1].scriptNames,
        tokens: simulators.find(([, { name }]) => name === value.name)[1].tokens,
        testData: variableFor(testData, 'test-data'),
      })
    }
  }
  // Processors are in the order of the default cascade, then the others by name, and the wallets last.
  const rank = ({ name, kind }) =>
    defaultCascade.includes(name) ? defaultCascade.indexOf(name) : defaultCascade.length + (kind === 'wallet' ? 1 : 0)
  const sorted = found.toSorted((left, right) => rank(left) - rank(right) || left.name.localeCompare(right.name))
  const imports = (variable, file) =>
    [...new Set(sorted.map(({ folder }) => folder))]
      .toSorted((left, right) => left.localeCompare(right))
      .map((folder) => {
        const variables = sorted.filter((each) => each.folder === folder).map((each) => each[variable])
        return `import { ${variables.join(', ')} } from './${folder}/${file}.ts'\n`
      })
      .join('')
  const list = (variable) => sorted.map((each) => each[variable]).join(', ')
  const cards = sorted.filter(({ kind }) => kind === 'card')
  const wallets = sorted.filter(({ kind }) => kind === 'wallet')
  const parameters = sorted.filter(({ returnParameter }) => returnParameter !== undefined)

  const files = {
    'packages/contract/src/processor-names.ts': `${header}
/** Processors of the default cascade in their order, then the others. */
export const cardProcessorNames = [${cards.map(({ name }) => `'${name}'`).join(', ')}] as const

export const walletNames = [${wallets.map(({ name }) => `'${name}'`).join(', ')}] as const

/** Names of the wallets in paths. */
export const walletSlugs = [${wallets.map(({ slug }) => `'${slug}'`).join(', ')}] as const

export const processorNames = [...cardProcessorNames, ...walletNames] as const

export type ProcessorName = (typeof processorNames)[number]
`,
    'packages/processors/src/registry.ts': `${header}
${imports('processor', 'processor')}import type { Processor } from './processor.ts'

export const processors: readonly Processor[] = [${list('processor')}]

export const cardProcessors: readonly Processor[] = processors.filter(({ kind }) => kind === 'card')
export const wallets: readonly Processor[] = processors.filter(({ kind }) => kind === 'wallet')

const processorsByName: ReadonlyMap<string, Processor> = new Map(
  processors.map((processor) => [processor.name, processor]),
)

/**
 * Returns the processor of an attempt.
 * @throws for a claim, a coin, and a processor that was removed from the product
 */
export function getProcessor(name: string): Processor {
  const processor = processorsByName.get(name)
  if (processor === undefined) throw new Error(\`There is no processor \${name}: run npm run generate.\`)
  return processor
}
`,
    'packages/processors/src/return-parameters.ts': `${header}
import type { ReturnParameter } from './processor.ts'

/** Query parameters of \`/{lang}/trading\` and the slug of the processor whose result they wait for. */
export const returnParameters: Readonly<Record<ReturnParameter, string>> = {
${parameters.map(({ returnParameter, slug }) => `'${returnParameter}': '${slug}',`).join('\n')}
}
`,
    'packages/processors/src/simulators.ts': `${header}
${imports('simulator', 'simulator')}import type { ProcessorSimulator } from './simulator/processor-simulator.ts'

/** Simulators of all processors, for the sandbox only. */
export const simulators: readonly ProcessorSimulator[] = [${list('simulator')}]
`,
    'packages/processors/src/test-data.ts': `${header}
${imports('testData', 'test-data')}import type { ProcessorTestData } from './testing/processor-test-data.ts'

/** Test data of all processors, for tests only. */
export const processorTestData: readonly ProcessorTestData[] = [${list('testData')}]
`,
  }
  return { files, tables: await describeTables(root, sorted) }
}

async function describeTables(root, processors) {
  const { magicCards } = await load(root, 'packages/processors/src/simulator/magic-cards.ts')
  const cards = magicCards.map(({ visa, mastercard, does }) => `| \`${visa}\` | \`${mastercard}\` | ${does} |`)
  // This table has only card processors, because all wallets have the same scripts.
  const scripts = processors
    .filter(({ kind }) => kind === 'card')
    .map(({ scriptNames, tokens }) => {
      const effects = Object.entries(tokens).map(([token, effect]) => `\`${token}\` ${effect}`)
      return `| ${scriptNames.map((name) => `\`${name}\``).join(' or ')} | ${effects.join('; ')} |`
    })
  const path = 'docs/processors.md'
  return [
    {
      path,
      name: 'demo cards',
      lines: ['| Visa | Mastercard | what happens |', '|---|---|---|', ...cards],
    },
    { path, name: 'scripts', lines: ['| processor | tokens |', '|---|---|', ...scripts] },
  ]
}
