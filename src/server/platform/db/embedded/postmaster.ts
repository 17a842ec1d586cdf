import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, ftruncateSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { endingWithUs, spawnAs } from './account.ts'
import { superuser, type Cluster } from './cluster.ts'
import { socketFolder } from './socket-folder.ts'

/** How to reach a postmaster; `host` is the folder of its socket. */
export interface Connection {
  host: string
  port: number
  user: string
  database: 'postgres'
}

/** A postmaster that answers. `child` is there if this process started it. */
export interface Postmaster {
  pid: number
  connection: Connection
  child?: ChildProcess
}

type Log = (line: string) => void

const settings = {
  listen_addresses: '',
  shared_buffers: '256MB',
  max_connections: '200',
  max_wal_size: '2GB',
  jit: 'off',
  shared_preload_libraries: '',
  log_checkpoints: 'off',
  // Errors reach the caller; in PostgreSQL's own log they would only show statements.
  log_min_messages: 'log',
}
const keptLogBytes = 1_000_000
const pollMs = 50
const patienceMs = 10_000
