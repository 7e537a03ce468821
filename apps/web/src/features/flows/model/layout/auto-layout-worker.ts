// The layout engine handles its client's messages itself when loaded in a worker.
import 'elkjs/lib/elk-worker.min.js';
