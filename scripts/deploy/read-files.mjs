import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse, parseAllDocuments } from 'yaml'

/** Reads and parses what is in the folder `deploy`. @param folder it, or a copy */
export function readDeployFiles(folder) {
  const read = (...path) => readFileSync(join(folder, ...path), 'utf8')
  const list = (name, pattern) => readdirSync(join(folder, name)).filter((file) => pattern.test(file))
  return {
    folder,
    dockerfile: read('Dockerfile'),
    healthCheck: read('health-check.mjs'),
    compose: parse(read('compose/compose.yaml'), { merge: true }),
    composeVariables: parseVariables(read('compose/.env.example')),
    nginx: read('nginx/tradefront.conf'),
    upstreams: Object.fromEntries(list('nginx', /^upstreams-/).map((file) => [file, read('nginx', file)])),
    /** By the path that compose names, such as ../env/server.env. */
    envFiles: Object.fromEntries(
      list('env', /\.env\.example$/).map((file) => [file.replace('.example', ''), parseVariables(read('env', file))]),
    ),
    units: Object.fromEntries(list('systemd', /\.service$/).map((file) => [file, read('systemd', file)])),
    kubernetes: list('kubernetes', /\.yaml$/).flatMap((file) =>
      parseAllDocuments(read('kubernetes', file)).map((document) => ({
        where: `kubernetes/${file}`,
        resource: document.toJS(),
      })),
    ),
  }
}

/** Lines such as NAME=value. An empty value is one that the reader fills in. */
function parseVariables(text) {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** The settings of a section of a systemd unit: a name can have several values. */
export function readUnit(text) {
  const values = new Map()
  for (const [, name, value] of text.matchAll(/^(\w+)=(.*)$/gm)) values.set(name, [...(values.get(name) ?? []), value])
  return values
}

/** Value in seconds of 50s, 2m or a number. */
export function toSeconds(text) {
  const [, count, unit] = /^(\d+)(s|m)?$/.exec(String(text)) ?? []
  return count === undefined ? Number.NaN : Number(count) * (unit === 'm' ? 60 : 1)
}
