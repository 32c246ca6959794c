/** Arguments of kysely-codegen for `platform/db-types.ts`: bigint and date as `openDatabase` reads them. */
export function dbTypesArguments(url: string, outFile: string): string[] {
  const typeMapping = JSON.stringify({ int8: 'number' })
  const fixed = ['--dialect', 'postgres', '--date-parser', 'string', '--type-mapping', typeMapping]
  return [...fixed, '--exclude-pattern', 'migrations', '--url', url, '--out-file', outFile]
}
