import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { header, listFolders, load } from './common.mjs'

/** Every `jobs.ts` of a module exports its definitions as `<module>Jobs`. */
export async function describeJobs(root) {
  const modules = listFolders(join(root, 'apps/server/src/modules')).filter((name) =>
    existsSync(join(root, 'apps/server/src/modules', name, 'jobs.ts')),
  )
  const lists = await Promise.all(
    modules.map(async (name) => {
      const { [`${name}Jobs`]: jobs } = await load(root, `apps/server/src/modules/${name}/jobs.ts`)
      if (jobs === undefined) throw new Error(`apps/server/src/modules/${name}/jobs.ts must export ${name}Jobs.`)
      return jobs
    }),
  )
  const toTime = ({ schedule, everyMs }) => (schedule === undefined ? `every ${everyMs / 1000} s` : `\`${schedule}\``)
  const rows = lists.flat().map((job) => `| \`${job.name}\` | ${toTime(job)} | ${job.summary} | ${job.whileItFails} |`)
  const imports = modules.map((name) => `import { ${name}Jobs } from './modules/${name}/jobs.ts'\n`).join('')

  return {
    files: {
      'apps/server/src/jobs.ts': `${header}
${imports}
/** All background work of the server. */
export const jobDefinitions = [${modules.map((name) => `...${name}Jobs`).join(', ')}]
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
