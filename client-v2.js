module.exports = require('./dist/client-v2/index.js');
