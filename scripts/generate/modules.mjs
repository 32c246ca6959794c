import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { header, listFolders, load, toVariable } from './common.mjs'

const toExport = (name) => `${toVariable(name)}Module`

/** Lists the modules with routes or jobs. Such a module has a `module.ts`, which exports them as `<module>Module`. */
export async function describeModules(root) {
  const names = listFolders(join(root, 'apps/server/src/modules')).filter((name) =>
    existsSync(join(root, 'apps/server/src/modules', name, 'module.ts')),
  )
  const modules = await Promise.all(
    names.map(async (name) => {
      const { [toExport(name)]: module } = await load(root, `apps/server/src/modules/${name}/module.ts`)
      if (module === undefined)
        throw new Error(`apps/server/src/modules/${name}/module.ts must export ${toExport(name)}.`)
      return module
    }),
  )
  const toTime = ({ schedule, everyMs }) => (schedule === undefined ? `every ${everyMs / 1000} s` : `\`${schedule}\``)
  const rows = modules
    .flatMap(({ jobs = [] }) => jobs)
    .map((job) => `| \`${job.name}\` | ${toTime(job)} | ${job.summary} | ${job.whileItFails} |`)
  const imports = names.map((name) => `import { ${toExport(name)} } from './modules/${name}/module.ts'\n`).join('')

  return {
    files: {
      'apps/server/src/modules.ts': `${header}
import type { ServerModule } from './context.ts'
${imports}
/** All modules that have routes or jobs. */
export const modules: readonly ServerModule[] = [${names.map(toExport).join(', ')}]
`,
    },
    tables: [
      {
        path: 'docs/run.md',
        name: 'jobs',
        lines: ['| job | when | what it does | while it fails |', '|---|---|---|---|', ...rows],
      },
    ],
  }
}
