import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

interface OpenApi {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      { parameters: { name: string; in: string }[]; requestBody?: { content: Record<string, unknown> } }
    >
  >
}

test('the OpenAPI document is made from the contract', async () => {
  const response = await fetch(`${app.url}/api/docs/json`)
  const document: OpenApi = await response.json()
  expect(document.openapi).toBe('3.0.3')
  const list = document.paths['/admin/get-orders-list/{orderName}']?.get
  expect(list?.parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'orderName', in: 'path' }),
      expect.objectContaining({ name: 'page', in: 'query' }),
    ]),
  )
  const upload = document.paths['/admin/upload-visa-document']?.post
  expect(upload?.requestBody?.content).toHaveProperty('multipart/form-data.schema.properties.uploadVisaDoc')
})

test('the page for people is there', async () => {
  const response = await fetch(`${app.url}/api/docs/`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('swagger-ui')
})

test('health and readiness answer without a session', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status, path).toBe(200)
  }
})

test('an unknown call and a body that is no JSON get a clear status 0', async () => {
  const unknown = await fetch(`${app.url}/api/admin/nothing-here`)
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toEqual({ status: 0, message: 'There is nothing at this address.' })
  const broken = await fetch(`${app.url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email": ',
  })
  expect(broken.status).toBe(400)
  expect(await broken.json()).toEqual({ status: 0, message: 'The request could not be read.' })
})

test('an address that cannot be read gets the frame too, and says nothing of the address', async () => {
  for (const path of ['/api/%E0', `/api/admin/get-orders-details/${'9'.repeat(600)}`]) {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status, path).toBe(400)
    expect(await response.json()).toEqual({ status: 0, message: 'The request could not be read.' })
  }
})
