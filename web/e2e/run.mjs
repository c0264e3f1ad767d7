// Runs the browser tests: `node e2e/run.mjs [FOLDER or FILE]…`, by default all of them. Files whose names end with `.long.test.mjs` are played with LONG=1,
// or where they are named. Starting a browser and a server takes longer than many a test, so a few processes (`e2e/lane.mjs`) take one file after another, each with one browser and one server for all of them.
import { fork } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { LONG } from './server.mjs';

/** Files that take long begin first: at the end no process waits for another. */
const FIRST = ['bids', 'offline', 'rulesets', 'hearing', 'accessibility', 'secrecy-recorded', 'deductions', 'rooms', 'package', 'screens', 'playing', 'secrecy-scripted', 'secrecy-hands', 'chat', 'connection', 'tournaments', 'machine', 'narrow.long', 'finished', 'languages-phone.long', 'practice'];

const here = import.meta.dirname;
const nameOf = (/** @type {string} */ file) => path.basename(file, '.test.mjs');
const rank = (/** @type {string} */ file) => (FIRST.includes(nameOf(file)) ? FIRST.indexOf(nameOf(file)) : FIRST.length);

/** Returns whether a file of a folder has tests of this run. @param {string} name */
const isPlayed = (name) => name.endsWith('.test.mjs') && (LONG || !name.endsWith('.long.test.mjs'));

/** @param {string} place @returns {string[]} the test files of a folder, or a file by itself */
const filesOf = (place) =>
  statSync(place).isFile() ? [place] : readdirSync(place).filter(isPlayed).map((name) => path.join(place, name));

const asked = process.argv.slice(2);
const places = asked.length > 0 ? asked.map((place) => path.resolve(place)) : [here, path.join(here, 'page')];
const files = places.flatMap(filesOf).sort((a, b) => rank(a) - rank(b));
const known = [...readdirSync(here), ...readdirSync(path.join(here, 'page'))];
const unknown = FIRST.filter((name) => !known.includes(`${name}.test.mjs`));
if (files.length === 0 || unknown.length > 0) throw new Error(`no such test files: ${[...asked, ...unknown].join(', ')}`);

/** One process more than processors: some tests wait for a clock. */
const processes = Math.min(files.length, availableParallelism() + 1);

/** The longest time that a file may take, several times what the longest does: a test that hangs would hold everything up for ever. */
const FILE_MS = (LONG ? 120 : 15) * 60_000;

/** Runs one process until no file is left, and returns whether all of its tests passed. @returns {Promise<boolean>} */
const runLane = () =>
  new Promise((resolve) => {
    const lane = fork(path.join(here, 'lane.mjs'), { execArgv: ['--test-reporter=spec'] });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    lane.on('message', () => {
      clearTimeout(timer);
      const file = files.shift() ?? null;
      timer = setTimeout(() => {
        console.error(`${file ?? 'a process'} has not ended after ${FILE_MS / 60_000} minutes`);
        lane.kill('SIGTERM');
        timer = setTimeout(() => lane.kill('SIGKILL'), 10_000);
      }, FILE_MS);
      lane.send({ file });
    });
    lane.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });

const passed = await Promise.all(Array.from({ length: processes }, runLane));
if (passed.includes(false)) process.exitCode = 1;
else if (files.length > 0) throw new Error(`left over: ${files.join(', ')}`);
