// The page's end of the rule lab's worker.
import { scriptAddress } from '../lib/script-address';
import { WorkerClient } from '../lib/worker-client';
import type { Counted, Requests } from './messages';
import workerAddress from './worker?worker&url';

export class LabClient extends WorkerClient<Requests, Counted> {
  constructor() {
    super(() => new Worker(scriptAddress(workerAddress), { type: 'module' }));
  }
}
