/** Replaces the bundler's wrapper of every `import()` by our own. */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const bundlersOwn = /^\0vite\/preload-helper\.js$/

export const loadFiles = (): Plugin => ({
  name: 'legwork-load-files',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: bundlersOwn },
    handler: () =>
      `export { loadFiles as __vitePreload } from ${JSON.stringify(resolve('src/app/api/browser/load-files.ts'))}`,
  },
})
