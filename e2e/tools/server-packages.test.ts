import { describe, expect, test } from 'vitest'
import { packagesOf, withNeeded } from './server-packages.ts'

describe('the packages of a built server', () => {
  test('are those that it imports by name, at once or later, whatever of them it asks for', () => {
    const code = `import { Hono } from"hono";import { bodyLimit } from "hono/body-limit";
import { getRequestListener } from '@hono/node-server';import "ws";import { join } from "node:path";import fs from "fs";
const later = await import("nodemailer");export * from "./own.js"`
    expect(packagesOf(code)).toEqual(['@hono/node-server', 'hono', 'nodemailer', 'ws'])
  })

  const installed = {
    pg: { dependencies: { 'pg-types': '1', 'pg-pool': '1' }, optionalDependencies: { 'pg-cloudflare': '1' } },
    'pg-pool': { dependencies: { pg: '1' } },
    'pg-types': { dependencies: { postgres: '1' } },
    postgres: {},
    vite: { dependencies: { rolldown: '1' } },
  } as const
  const manifestOf = (name: string) => installed[name as keyof typeof installed]

  test('are taken with all that these need, in a circle too, and without what may be absent and is', () =>
    expect(withNeeded(['pg'], manifestOf)).toEqual(['pg', 'pg-pool', 'pg-types', 'postgres']))

  test('are not taken in part: one that is needed and not there is said', () =>
    expect(() => withNeeded(['vite'], manifestOf)).toThrow('rolldown is needed and not installed'))
})
