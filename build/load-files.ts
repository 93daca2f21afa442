/** Puts our own helper around every `import()`, in place of the bundler's. */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const bundlersOwn = /^\0vite\/preload-helper\.js$/

export const loadFiles = (): Plugin => ({
  name: 'legwork-load-files',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: bundlersOwn },
    handler: () => `export { loadFiles as __vitePreload } from ${JSON.stringify(resolve('src/api/browser/load-files.ts'))}`,
  },
})
