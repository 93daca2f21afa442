/** Builds the floor pages with the app's build settings, so that only their content differs. */
import { join } from 'node:path'
import { build } from 'vite'

export type FloorPage = 'paint' | 'react-query' | 'grid' | 'dom' | 'dom-sorted' | 'listing'

export async function buildFloorPage(name: FloorPage): Promise<string> {
  const outDir = join(process.cwd(), 'dist', 'bench', name)
  await build({
    configFile: join(process.cwd(), 'vite.config.ts'),
    root: join(process.cwd(), 'e2e', 'bench', 'floors', name),
    logLevel: 'warn',
    publicDir: false,
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

export const appFolder = join(process.cwd(), 'dist', 'client')
