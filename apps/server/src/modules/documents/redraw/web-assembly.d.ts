/** Declared here, because the types of Node.js leave it out. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>
  type Exports = Record<string, unknown>
  class Module {}
  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Exports
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
