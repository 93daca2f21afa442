import { join, resolve } from 'node:path'
import { build } from 'vite'
import { buildFolder, hashOfInputs } from './build-folder.ts'

const root = resolve(import.meta.dirname, '..')
const inputs = [
  'src',
  'build',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]
const environment = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_') || name === 'NODE_ENV')

const isMade = await buildFolder(
  join(root, 'dist'),
  hashOfInputs(root, inputs, [process.version, ...environment.flat().map(String)]),
  async fresh => {
    process.env['BUILD_FOLDER'] = fresh
    await build({ root, logLevel: 'warn' })
    await build({ root, logLevel: 'warn', build: { ssr: 'src/server/main.ts' } })
  },
)
if (!isMade) process.stdout.write('Nothing has changed since the last build.\n')
