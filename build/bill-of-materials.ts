/**
 * The bill of materials (CycloneDX), written by `npm sbom` from the lock file: every package with version and checksum.
 */
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
 * Without random number, date and folder name, so that the same lock file gives the same text. npm writes CycloneDX
 * 1.5; converted to 1.6, which differs only in the list of tools.
 */
export function readBill(): string {
  // Set whenever npm runs the build; with its path npm needs no shell on Windows.
  const npm = process.env['npm_execpath']
  const output = npm === undefined ? execFileSync('npm', args) : execFileSync(process.execPath, [npm, ...args])
  const bill = JSON.parse(output.toString()) as Bill
  bill.$schema = 'http://cyclonedx.org/schema/bom-1.6.schema.json'
  bill.specVersion = '1.6'
  delete bill.serialNumber
  delete bill.metadata.timestamp
  const { tools } = bill.metadata
  if (Array.isArray(tools)) {
    const components = (tools as readonly Tool[]).map(({ name, version }) => ({
      type: 'application',
      name: `npm ${name}`,
      version,
    }))
    bill.metadata.tools = { components }
  }
  bill.metadata.component.name = 'legwork'
  return JSON.stringify(bill, undefined, 1)
}

/** Writes it beside the server, outside the served files. */
export const billOfMaterials = (): Plugin => ({
  name: 'legwork-bill-of-materials',
  apply: 'build',
  generateBundle() {
    if (this.environment.name === 'client') return
    this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: readBill() })
  },
})
