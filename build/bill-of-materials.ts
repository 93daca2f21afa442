/** The bill of materials (CycloneDX) of a build, written by `npm sbom` from the lock file: every package with its version and checksum. */
import { execFileSync } from 'node:child_process'
import type { Plugin } from 'vite'

interface Tool {
  readonly name: string
  readonly version: string
}
interface Bill {
  $schema: string
  specVersion: string
  serialNumber?: string
  readonly metadata: {
    timestamp?: string
    tools: readonly Tool[] | { readonly components: readonly object[] }
    readonly component: { name: string }
  }
}

const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error']

/**
 * Without its random number, its date and the name of the folder: the same lock file makes the same text. npm writes CycloneDX 1.5, which 1.6
 * adds to: all that has another form since is the list of tools.
 */
export function readBill(): string {
  // Set wherever npm runs the build; by its path npm needs no shell on Windows.
  const npm = process.env['npm_execpath']
  const output = npm === undefined ? execFileSync('npm', args) : execFileSync(process.execPath, [npm, ...args])
  const bill = JSON.parse(output.toString()) as Bill
  bill.$schema = 'http://cyclonedx.org/schema/bom-1.6.schema.json'
  bill.specVersion = '1.6'
  delete bill.serialNumber
  delete bill.metadata.timestamp
  const { tools } = bill.metadata
  if (Array.isArray(tools)) {
    const components = (tools as readonly Tool[]).map(({ name, version }) => ({ type: 'application', name: `npm ${name}`, version }))
    bill.metadata.tools = { components }
  }
  bill.metadata.component.name = 'legwork'
  return JSON.stringify(bill, undefined, 1)
}

/** Puts it beside the server, where nobody is served it. */
export const billOfMaterials = (): Plugin => ({
  name: 'legwork-bill-of-materials',
  apply: 'build',
  generateBundle() {
    if (this.environment.name === 'client') return
    this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: readBill() })
  },
})
