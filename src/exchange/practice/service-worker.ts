/// <reference lib="webworker" />
/**
 * The demo's service worker: it caches the app's files for offline use and answers the exchange's paths by asking its
 * worker through a page (a service worker cannot start one). It stores none of the exchange's data.
 */
import { askOver, exchangePath, plainRequest, type RelayRequest } from './messages.ts'

declare const self: ServiceWorkerGlobalScope
/** Set by the build: name of this version, and its files relative to the scope. */
declare const legworkVersion: string
declare const legworkFiles: readonly string[]

const cachePrefix = 'legwork-demo-'
const cacheName = `${cachePrefix}${legworkVersion}`
const page = 'index.html'

self.addEventListener('install', event => {
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim())
})

/** Caches this version's files once the loaded page asks for it, then deletes older versions. */
async function storeFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  const stored = new Set((await cache.keys()).map(request => request.url))
  const missing = legworkFiles.filter(file => !stored.has(new URL(file, self.registration.scope).href))
  await cache.addAll(missing)
  const names = await caches.keys()
  // A tab of the previous version may still load its parts.
  const older = names.filter(name => name.startsWith(cachePrefix) && name !== cacheName).slice(0, -1)
  await Promise.all(older.map(name => caches.delete(name)))
}

self.addEventListener('message', event => {
  if (event.data === 'store files') event.waitUntil(storeFiles())
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
})

const isOurs = (url: URL): boolean => url.origin === self.location.origin

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url)
  if (!isOurs(url)) return
  if (exchangePath.test(url.pathname)) event.respondWith(askPage(event))
  else if (url.href.startsWith(self.registration.scope) && event.request.method === 'GET')
    event.respondWith(fileOf(event.request))
})

async function askPage(event: FetchEvent): Promise<Response> {
  const client =
    event.clientId === '' || event.request.mode === 'navigate' ? undefined : await self.clients.get(event.clientId)
  if (client === undefined)
    return Response.json({ error: 'This exchange answers only the pages of Legwork.' }, { status: 403 })
  const send = (request: Awaited<ReturnType<typeof plainRequest>>, port: MessagePort): void =>
    client.postMessage({ legwork: 'relay', message: { kind: 'request', request } } satisfies RelayRequest, [port])
  return await askOver(send, await plainRequest(event.request), event.request.signal)
}

/**
 * File names contain a hash, so the cache is used first. The page is fetched first, and taken from the cache when
 * offline.
 */
async function fileOf(request: Request): Promise<Response> {
  if (request.mode === 'navigate') {
    try {
      const fresh = await fetch(request)
      if (fresh.ok) return fresh
    } catch {
      // Offline: use the cache.
    }
    return (await storedFile(new URL(page, self.registration.scope).href)) ?? Response.error()
  }
  return (await storedFile(request.url)) ?? (await fetch(request))
}

async function storedFile(url: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  return (await cache.match(url)) ?? (await caches.match(url))
}
