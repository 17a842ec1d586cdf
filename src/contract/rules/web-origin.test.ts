import { expect, test } from 'vitest'
import { isWebOrigin } from './web-origin.ts'

test.each([
  ['https://form.example', true],
  ['https://form.example:8443', true],
  ['http://localhost:5000', true],
  ['http://127.0.0.1:5000', true],
  ['http://form.example', false],
  ['https://form.example/', false],
  ['https://form.example/arrival', false],
  ['https://FORM.example', false],
  ['https://*.example', false],
  ['form.example', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is an origin: %s', (text, expected) => expect(isWebOrigin(text)).toBe(expected))
